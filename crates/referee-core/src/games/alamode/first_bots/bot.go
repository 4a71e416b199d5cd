// A first bot for Code à la Mode: it prepares the foods of the oldest order one by one and serves it.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// By food: the machine to use with each item in the hand, by its letter in the kitchen.
var recipes = map[string]map[string]string{
	"CHOPPED_STRAWBERRIES": {"NONE": "S", "STRAWBERRIES": "C"},
	"CROISSANT":            {"NONE": "H", "DOUGH": "O"},
	"TART":                 {"NONE": "H", "DOUGH": "C", "CHOPPED_DOUGH": "B", "RAW_TART": "O"},
}
var crates = map[string]string{"ICE_CREAM": "I", "BLUEBERRIES": "B"} // These go straight from the crate onto a dish.
var baked = map[string]string{"DOUGH": "CROISSANT", "RAW_TART": "TART", "CROISSANT": "CROISSANT", "TART": "TART"}
var input = bufio.NewReader(os.Stdin)

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

func distance(one, other int) int {
	if one < other {
		return other - one
	}
	return one - other
}

// readLines reads a line with a number, and returns this number of lines.
func readLines() [][]string {
	lines := make([][]string, number(read()[0]))
	for i := range lines {
		lines[i] = read()
	}
	return lines
}

// has tells whether a dish or an order, such as DISH-TART, has a food.
func has(dish, food string) bool {
	return strings.Contains(dish+"-", "-"+food+"-")
}

// suits tells whether a dish has no food that the order does not have.
func suits(dish, order string) bool {
	for _, food := range strings.Split(dish, "-")[1:] {
		if !has(order, food) {
			return false
		}
	}
	return strings.HasPrefix(dish, "DISH")
}

// nextUse returns the letter or the table to use next for an order; nothing if the hand does not suit it.
func nextUse(order, hand, oven string, items [][]string) []string {
	var table []string
	for _, item := range items {
		if table == nil && suits(item[2], order) {
			table = item
		}
	}
	dish, missing, toMake := hand, []string{}, []string{}
	if !strings.HasPrefix(hand, "DISH") && table != nil {
		dish = table[2]
	}
	for _, food := range strings.Split(order, "-")[1:] {
		if !has(dish, food) {
			missing = append(missing, food)
			if recipes[food] != nil {
				toMake = append(toMake, food)
			}
		}
	}
	is := func(food string) bool { return has("-"+strings.Join(missing, "-"), food) }
	onDish := table
	if table == nil {
		onDish = []string{"D"}
	}
	switch {
	case suits(hand, order) && len(toMake) > 0:
		return []string{"#"}
	case suits(hand, order) && len(missing) > 0:
		return []string{crates[missing[0]]}
	case suits(hand, order):
		return []string{"W"}
	case is(hand) || hand == "NONE" && len(toMake) == 0:
		return onDish
	case hand == "NONE" && is(baked[oven]):
		return []string{"O"}
	}
	for _, food := range toMake {
		if letter := recipes[food][hand]; letter != "" {
			return []string{letter}
		}
	}
	return nil
}

func main() {
	verbose := len(os.Args) > 1 && os.Args[1] == "--verbose"
	// The game begins with all customers (an order and its award) and the kitchen.
	readLines()
	kitchen := make([]string, 7)
	for i := range kitchen {
		kitchen[i] = read()[0]
	}
	for {
		// Each turn has both chefs, the items on the tables, the oven, and the waiting customers.
		_, chef, _, items, oven, waiting := read(), read(), read(), readLines(), read(), readLines()
		x, y, hand := number(chef[0]), number(chef[1]), chef[2]
		isFull := map[string]bool{}
		for _, item := range items {
			isFull[item[0]+" "+item[1]] = true
		}
		// Your ideas go here. Whatever suits no order goes to the window or onto a table.
		var use []string
		for i := 0; use == nil && i < len(waiting); i++ {
			use = nextUse(waiting[i][0], hand, oven[0], items)
		}
		if use == nil {
			use = []string{"#"}
			if strings.HasPrefix(hand, "DISH") {
				use = []string{"W"}
			}
		}
		answer, nearest := "WAIT", 999
		for place := 0; place < 77; place++ {
			i, j := place%11, place/11
			at := fmt.Sprint(i, " ", j)
			distance := distance(i, x) + distance(j, y)
			if kitchen[j][i:i+1] == use[0] && !isFull[at] && distance < nearest {
				answer, nearest = "USE "+at, distance
			}
		}
		if len(use) > 1 {
			answer = "USE " + use[0] + " " + use[1]
		}
		if verbose {
			fmt.Fprintln(os.Stderr, "hand", hand, "oven", oven[0], "wanted", waiting, "->", answer)
		}
		fmt.Println(answer) // The answer is one line: MOVE x y, USE x y or WAIT.
	}
}
