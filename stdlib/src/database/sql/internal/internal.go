// Package internal has the types that packages sql and driver share.
package internal

// A ScanContext goes from Rows.Scan through the driver to ConvertAssign: it contains the *sql.Rows that are scanned.
type ScanContext struct {
	Rows any
}
