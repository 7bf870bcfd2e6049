module embed_files

go 1.27
