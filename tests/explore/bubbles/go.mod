module bubbles

go 1.27
