package skip

import "testing"

func TestSkip(t *testing.T) { t.Skip("not", "now") }

func TestSkipSub(t *testing.T) {
	t.Run("a", func(t *testing.T) { t.SkipNow() })
	t.Run("b", func(t *testing.T) {})
}
