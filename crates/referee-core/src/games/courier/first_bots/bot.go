// A first bot for the couriers: it walks to the nearest home base, picks up packages, and delivers them.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

type tile struct{ x, y int }
type parcel struct {
	to     tile
	weight int
}

var input = bufio.NewReaderSize(os.Stdin, 1<<20)
var land = map[tile]bool{}

// read returns the words of the next line. The program ends with its input, or at a text.
func read() []string {
	line, err := input.ReadString('\n')
	if err != nil || unicode.IsLetter(rune(line[0])) {
		os.Exit(0)
	}
	return strings.Fields(line)
}

func number(word string) int {
	value, _ := strconv.Atoi(word)
	return value
}

// wayTo returns the first step of a shortest way from a tile to one of the goals; nothing if there is no way.
func wayTo(from tile, goals map[tile]bool) string {
	first := map[tile]string{from: ""}
	for queue := []tile{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if goals[at] && at != from {
			return first[at]
		}
		beside := []tile{{at.x, at.y + 1}, {at.x + 1, at.y}, {at.x, at.y - 1}, {at.x - 1, at.y}}
		for i, to := range beside {
			if _, seen := first[to]; seen || !land[to] {
				continue
			}
			first[to] = first[at]
			if at == from {
				first[to] = "NESW"[i : i+1]
			}
			queue = append(queue, to)
		}
	}
	return ""
}

func main() {
	verbose := len(os.Args) > 1 && os.Args[1] == "--verbose"
	// The game begins with the map (south first), the own robot, and the tiles of all robots.
	fmt.Println("Player")
	bases := map[tile]bool{} // Those that may still have packages.
	height := number(read()[1])
	for y := 1; y <= height; y++ {
		for i, letter := range read()[0] {
			land[tile{i + 1, y}] = letter == '.' || letter == '@'
			bases[tile{i + 1, y}] = letter == '@'
		}
	}
	self := read()
	at, packages, cargo := tile{}, map[string]parcel{}, map[string]bool{}
	for {
		// Each turn has the events of all robots. P adds a package to the cargo, D removes it.
		robot, words := "", append(read(), "")
		for i, word := range words[:len(words)-1] {
			if word[0] == '#' {
				robot = word
			}
			if robot != "#"+self[0] {
				continue
			}
			switch value := words[i+1]; word {
			case "X":
				at.x = number(value)
			case "Y":
				at.y = number(value)
			case "N":
				at.y++
			case "S":
				at.y--
			case "E":
				at.x++
			case "W":
				at.x--
			case "P":
				cargo[value] = true
			case "D":
				delete(cargo, value)
			}
		}
		// Then it has the packages here: id, destination, weight. Those that fit are picked up.
		here, pick, drop, goals, room := read(), "", "", map[tile]bool{}, number(self[1])
		ids := []string{}
		for id := range cargo {
			ids = append(ids, id)
		}
		sort.Strings(ids)
		for _, id := range ids {
			room -= packages[id].weight
			goals[packages[id].to] = true
			if packages[id].to == at {
				drop += " " + id
			}
		}
		for i := 0; i+3 < len(here); i += 4 {
			it := parcel{tile{number(here[i+1]), number(here[i+2])}, number(here[i+3])}
			packages[here[i]] = it
			if it.weight <= room && it.to != at {
				room -= it.weight
				pick += " " + here[i]
			}
		}
		// Your ideas go here: which packages are worth the way?
		if len(here) == 0 || pick == "" && len(cargo) == 0 {
			delete(bases, at)
		}
		way := wayTo(at, goals)
		if way == "" {
			way = wayTo(at, bases)
		}
		action := "Drop" + drop
		if drop == "" && pick != "" {
			action = "Pick" + pick
		} else if drop == "" && way != "" {
			action = "Move " + way
		}
		if verbose {
			fmt.Fprintln(os.Stderr, "at", at, "with", cargo, "here", here, "->", action)
		}
		fmt.Println("1", action) // The answer is one line: a bid and an action.
	}
}
