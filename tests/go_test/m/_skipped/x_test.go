package not

func no package {
