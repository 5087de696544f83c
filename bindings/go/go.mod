module dpcvx.example/dpcvx

go 1.19
