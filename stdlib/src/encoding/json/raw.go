package json

import "encoding/json/jsontext"

// RawMessage is JSON text that is written and read as it is.
type RawMessage = jsontext.Value
