package json

import "encoding/json/jsontext"

// RawMessage is JSON text that is written and read unchanged.
type RawMessage = jsontext.Value
