// Package internal has what packages sql and driver share.
package internal

// A ScanContext is what a driver hands on from Rows.Scan to ConvertAssign: the rows, a *sql.Rows, that are scanned.
type ScanContext struct {
	Rows any
}
