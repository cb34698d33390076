module sluice.test/bed/pause

go 1.26.0
