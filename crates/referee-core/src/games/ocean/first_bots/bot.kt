// A first bot for Ocean of Code: it goes where it has not been and charges torpedoes.
import kotlin.system.exitProcess

data class Cell(val x: Int, val y: Int) {
    /** The cells beside this one that the submarine may enter, by the letters of the steps. */
    fun ways() = mapOf(
        "N" to Cell(x, y - 1), "E" to Cell(x + 1, y), "S" to Cell(x, y + 1), "W" to Cell(x - 1, y)
    ).filterValues { it in water && it !in trail }
}

val water = mutableSetOf<Cell>()
val trail = mutableSetOf<Cell>() // The submarine may not enter these cells until it surfaces.

/** This reads the next line. The program ends when its input ends. */
fun read(): String = readLine() ?: exitProcess(0)

fun readNumbers() = read().split(" ").map { it.toInt() }

fun main(arguments: Array<String>) {
    val verbose = "--verbose" in arguments
    // The game begins with the map. The answer is a starting cell.
    val height = readNumbers()[1]
    for (y in 0 until height) {
        for ((x, letter) in read().withIndex()) if (letter == '.') water.add(Cell(x, y))
    }
    val start = water.first()
    println("${start.x} ${start.y}")
    while (true) {
        // Each turn has three lines. The first one has the own cell, the lives and the charges:
        // x, y, own lives, enemy's lives, and what torpedo, sonar, silence and mine still need.
        val state = readNumbers()
        val sonarAnswer = read()
        val enemyOrders = read()

        // Your ideas go here: for example, a torpedo is ready when state[4] is 0.
        val at = Cell(state[0], state[1])
        trail.add(at)
        // The cell with the fewest ways on is the best, because the trail then becomes long.
        val way = at.ways().entries.sortedBy { it.value.ways().size }.firstOrNull()
        val order = if (way == null) "SURFACE" else "MOVE ${way.key} TORPEDO"
        if (way == null) trail.clear()
        if (verbose) System.err.println("$state sonar $sonarAnswer enemy $enemyOrders -> $order")
        println(order) // The answer is one line of orders.
    }
}
