// A first bot for the fruit hunt: it goes to the nearest fruit and takes it.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

var input = bufio.NewReader(os.Stdin)

// read returns the words of the next line. The program ends when its input ends.
func read() []string {
	line, err := input.ReadString('\n')
	if err != nil {
		os.Exit(0)
	}
	return strings.Fields(line)
}

func abs(number int) int {
	if number < 0 {
		return -number
	}
	return number
}

func main() {
	verbose := len(os.Args) > 1 && os.Args[1] == "--verbose"
	// The game begins with its name, the size of the board, and the pieces of each category.
	var width, height, x, y int
	read()
	fmt.Sscan(strings.Join(read(), " "), &width, &height)
	pieces := read()
	for {
		// Each turn has the board, the cells of both robots, and their fruit (in halves).
		rows := make([]string, height)
		for i := range rows {
			rows[i] = read()[0]
		}
		fmt.Sscan(strings.Join(read(), " "), &x, &y)
		mine, theirs := read(), read()

		// Your ideas go here: which fruit is worth the way?
		answer, nearest := "PASS", 9999
		for j, row := range rows {
			for i, letter := range row {
				distance := abs(i-x) + abs(j-y)
				if letter == '.' || distance >= nearest {
					continue
				}
				nearest = distance
				switch {
				case i > x:
					answer = "EAST"
				case i < x:
					answer = "WEST"
				case j > y:
					answer = "SOUTH"
				case j < y:
					answer = "NORTH"
				default:
					answer = "TAKE"
				}
			}
		}
		if verbose {
			fmt.Fprintln(os.Stderr, "at", x, y, "mine", mine, "theirs", theirs, "of", pieces, "->", answer)
		}
		fmt.Println(answer) // The answer is one line.
	}
}
