// A first bot for the race: it tries all ways of driving four moves on and takes the one that comes nearest to its goal.
package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

type cell struct{ x, y int }

// The greatest speed in each direction. Faster cars need to look further ahead.
const fastest = 3

var input = bufio.NewReader(os.Stdin)
var road = map[cell]byte{} // The letters of all cells that can be driven on.
var steps map[cell]int     // From each cell to the nearest goal.

// read returns the words of the next line. The program ends when its input ends.
func read() []string {
	line, err := input.ReadString('\n')
	if err != nil {
		os.Exit(0)
	}
	return strings.Fields(line)
}

func number(word string) int {
	value, _ := strconv.Atoi(word)
	return value
}

// readList reads a line with a word and a number, and returns this number of lines.
func readList() [][]string {
	lines := make([][]string, number(read()[1]))
	for i := range lines {
		lines[i] = read()
	}
	return lines
}

// distances fills steps for goals that have one of these letters.
func distances(goals string) {
	steps = map[cell]int{}
	var cells []cell
	for at, letter := range road {
		if strings.IndexByte(goals, letter) >= 0 {
			steps[at] = 0
			cells = append(cells, at)
		}
	}
	for ; len(cells) > 0; cells = cells[1:] {
		at := cells[0]
		for i := 0; i < 9; i++ {
			to := cell{at.x + i/3 - 1, at.y + i%3 - 1}
			if _, seen := steps[to]; !seen && road[to] != 0 {
				steps[to] = steps[at] + 1
				cells = append(cells, to)
			}
		}
	}
}

// rating is the distance from the goal after a move to x y and some more moves; less is better.
func rating(x, y, xv, yv, moves int) int {
	if xv > fastest || xv < -fastest || yv > fastest || yv < -fastest || xv == 0 && yv == 0 {
		return 999
	}
	passes := false
	for i := 0; i < 6; i++ {
		// A cell under the move. The site's rule is more exact, but this is nearly the same.
		part := func(speed int) int { return int(math.Floor(float64(speed*i+3) / 6)) }
		at := cell{x - part(xv), y - part(yv)}
		if road[at] == 0 {
			return 999
		}
		distance, known := steps[at]
		passes = passes || known && distance == 0
	}
	if passes {
		return -moves
	}
	if moves == 0 {
		if distance, known := steps[cell{x, y}]; known {
			return distance
		}
		return 998
	}
	best := 999
	for i := 0; i < 9; i++ {
		vx, vy := xv+i/3-1, yv+i%3-1
		if after := rating(x+vx, y+vy, vx, vy, moves-1); after < best {
			best = after
		}
	}
	return best
}

func main() {
	verbose := len(os.Args) > 1 && os.Args[1] == "--verbose"
	// The game begins with some settings, each a word with its values, and the map as the last one.
	settings := map[string][]string{}
	for settings["map"] == nil {
		line := read()
		settings[line[0]] = line[1:]
	}
	me, height := number(settings["seats"][1]), number(settings["map"][1])
	for y := 0; y < height; y++ {
		for x, letter := range []byte(read()[0]) {
			if strings.IndexByte("OSF.123456789", letter) >= 0 {
				road[cell{x, y}] = letter
			}
		}
	}
	for {
		turn := read()
		if turn[0] != "turn" {
			return
		}
		// Each turn has the new records, all players, and the possible moves; the rules forbid those that end in 0.
		_, players, candidates := readList(), readList(), readList()

		// Your ideas go here. The goals are the checkpoints that are still missing, and then the finish.
		goals := ""
		for _, checkpoint := range settings["checkpoints"] {
			if !strings.Contains(players[me][5], checkpoint) {
				goals += checkpoint
			}
		}
		if goals == "" {
			goals = "F"
		}
		distances(goals)
		answer, least := "LEAVE", 9999
		for _, move := range candidates {
			x, y, xv, yv := number(move[0]), number(move[1]), number(move[2]), number(move[3])
			this, line := steps[cell{x, y}], "START "+strings.Join(move[:2], " ")
			if turn[1] != "1" {
				this, line = rating(x, y, xv, yv, 3), "MOVE "+strings.Join(move[:4], " ")
			}
			if move[4] == "1" && this < least {
				answer, least = line, this
			}
		}
		if verbose {
			fmt.Fprintln(os.Stderr, "turn", turn[1], "moves", len(candidates), "goals", goals, "->", answer)
		}
		fmt.Println(answer) // The answer is one line: START x y on the first turn, MOVE x y xv yv on all others.
	}
}
