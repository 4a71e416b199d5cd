// A first bot for Tron: it moves along walls and trails.
package main

import (
	"fmt"
	"os"
)

type cell struct{ x, y int }

var width, height int
var trails []map[cell]bool // By player.
var words = []string{"UP", "DOWN", "LEFT", "RIGHT"}

func isFree(at cell) bool {
	for _, trail := range trails {
		if trail[at] {
			return false
		}
	}
	return at.x >= 0 && at.x < width && at.y >= 0 && at.y < height
}

// beside returns the cells beside a cell, in the order of the words.
func beside(at cell) []cell {
	return []cell{{at.x, at.y - 1}, {at.x, at.y + 1}, {at.x - 1, at.y}, {at.x + 1, at.y}}
}

func main() {
	verbose := len(os.Args) > 1 && os.Args[1] == "--verbose"
	// The game begins with the size of the grid, the number of players, and the own number.
	var players, me int
	fmt.Scan(&width, &height, &players, &me)
	places := make([]cell, players)
	for range places {
		trails = append(trails, map[cell]bool{})
	}
	for {
		// Each turn tells where all cycles are; -1 -1 is one that is out, whose trail vanishes.
		for i := range places {
			if _, err := fmt.Scan(&places[i].x, &places[i].y); err != nil {
				return // The program ends when its input ends.
			}
			trails[i][places[i]] = true
			if places[i].x < 0 {
				trails[i] = map[cell]bool{}
			}
		}
		// Your ideas go here. This bot likes a free cell with few free cells beside it, but at least one.
		best, least := "UP", 99
		for i, to := range beside(places[me]) {
			room := 0
			for _, next := range beside(to) {
				if isFree(next) {
					room++
				}
			}
			if room == 0 {
				room = 9
			}
			if isFree(to) && room < least {
				best, least = words[i], room
			}
		}
		if verbose {
			fmt.Fprintln(os.Stderr, "at", places[me], "room", least, "->", best)
		}
		fmt.Println(best) // The answer is one line.
	}
}
