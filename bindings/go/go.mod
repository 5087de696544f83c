module dpcvx

go 1.18
