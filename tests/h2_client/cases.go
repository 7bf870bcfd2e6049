package h2client

func (g *generator) requests()    {}
func (g *generator) answers()     {}
func (g *generator) connections() {}
func (g *generator) bodies()      {}
