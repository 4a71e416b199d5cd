// A first bot for Tron: it moves along walls and trails.
import java.util.Scanner

data class Cell(val x: Int, val y: Int) {
    /** The cells beside this one, with the words for them. */
    fun beside() = mapOf(
        "UP" to Cell(x, y - 1), "DOWN" to Cell(x, y + 1), "LEFT" to Cell(x - 1, y), "RIGHT" to Cell(x + 1, y)
    )
}

fun main(arguments: Array<String>) {
    val verbose = "--verbose" in arguments
    val input = Scanner(System.`in`)
    // The game begins with the size of the grid, the number of players, and the own number.
    val (width, height, players, me) = List(4) { input.nextInt() }
    val trails = List(players) { mutableSetOf<Cell>() }
    fun isFree(cell: Cell) = cell.x in 0 until width && cell.y in 0 until height && trails.none { cell in it }

    while (input.hasNext()) { // The program ends when its input ends.
        // Each turn tells where all cycles are; -1 -1 is one that is out, whose trail vanishes.
        val places = List(players) { Cell(input.nextInt(), input.nextInt()) }
        for ((trail, place) in trails.zip(places)) {
            trail.add(place)
            if (place.x < 0) trail.clear()
        }
        // Your ideas go here. This bot likes a free cell with few free cells beside it, but at least one.
        var best = "UP"
        var least = 99
        for ((word, cell) in places[me].beside()) {
            val count = cell.beside().values.count { isFree(it) }
            val room = if (count == 0) 9 else count
            if (!isFree(cell) || room >= least) continue
            best = word
            least = room
        }
        if (verbose) System.err.println("at ${places[me]}, room $least -> $best")
        println(best) // The answer is one line.
    }
}
