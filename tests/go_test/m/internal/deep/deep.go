package deep

const Name = "deep"
