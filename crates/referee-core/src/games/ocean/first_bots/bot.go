// A first bot for Ocean of Code: it goes where it has not been and charges torpedoes.
package main

import (
	"bufio"
	"fmt"
	"os"
)

type cell struct{ x, y int }
type step struct {
	letter string
	x, y   int
}

var steps = []step{{"N", 0, -1}, {"E", 1, 0}, {"S", 0, 1}, {"W", -1, 0}}
var water, trail = map[cell]bool{}, map[cell]bool{}
var input = bufio.NewScanner(os.Stdin)

func (at cell) after(way step) cell { return cell{at.x + way.x, at.y + way.y} }

// read returns the next line. The program ends when its input ends.
func read() string {
	if !input.Scan() {
		os.Exit(0)
	}
	return input.Text()
}

// ways returns the steps to cells that the submarine may enter.
func ways(at cell) []step {
	var open []step
	for _, way := range steps {
		if to := at.after(way); water[to] && !trail[to] {
			open = append(open, way)
		}
	}
	return open
}

func main() {
	verbose := len(os.Args) > 1 && os.Args[1] == "--verbose"
	// The game begins with the map. The answer is a starting cell.
	var width, height, me, x, y, lives, enemyLives, torpedo, sonar, silence, mine int
	fmt.Sscan(read(), &width, &height, &me)
	var start cell
	for j := 0; j < height; j++ {
		for i, letter := range read() {
			if letter == '.' {
				if len(water) == 0 {
					start = cell{i, j}
				}
				water[cell{i, j}] = true
			}
		}
	}
	fmt.Println(start.x, start.y)
	for {
		// Each turn has three lines. The first one has the own cell, the lives and the charges.
		fmt.Sscan(read(), &x, &y, &lives, &enemyLives, &torpedo, &sonar, &silence, &mine)
		sonarAnswer, enemyOrders := read(), read()

		// Your ideas go here: for example, a torpedo is ready when torpedo is 0.
		trail[cell{x, y}] = true // The submarine may not enter its trail until it surfaces.
		order, least := "SURFACE", 9
		for _, way := range ways(cell{x, y}) {
			// The cell with the fewest ways on is the best, because the trail then becomes long.
			if after := len(ways(cell{x, y}.after(way))); after < least {
				order, least = "MOVE "+way.letter+" TORPEDO", after
			}
		}
		if order == "SURFACE" {
			trail = map[cell]bool{}
		}
		if verbose {
			fmt.Fprintln(os.Stderr, "at", x, y, "lives", lives, enemyLives, "sonar", sonarAnswer, "enemy", enemyOrders, "->", order)
		}
		fmt.Println(order) // The answer is one line of orders.
	}
}
