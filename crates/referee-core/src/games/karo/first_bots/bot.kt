// A first bot for the race: it tries all ways of driving four moves on and takes the one that comes nearest to its goal.
import java.util.ArrayDeque
import kotlin.math.abs
import kotlin.math.max
import kotlin.math.min
import kotlin.system.exitProcess

data class Cell(val x: Int, val y: Int)

/** The greatest speed in each direction. Faster cars need to look further ahead. */
const val FASTEST = 3

val changes = (-1..1).flatMap { x -> (-1..1).map { y -> Cell(x, y) } }
val road = mutableMapOf<Cell, Char>() // The letters of all cells that can be driven on.
val steps = mutableMapOf<Cell, Int>() // From each cell to the nearest goal.

/** This reads the words of the next line. The program ends when its input ends. */
fun read(): List<String> {
    val line = readLine() ?: exitProcess(0)
    return if (line == "over") exitProcess(0) else line.split(" ")
}

/** This reads a line with a word and a number, and this number of lines. */
fun readList() = List(read()[1].toInt()) { read() }

/** This fills `steps` for goals that have one of these letters. */
fun findSteps(goals: String) {
    val cells = ArrayDeque(road.keys.filter { road.getValue(it) in goals })
    steps.clear()
    for (goal in cells) steps[goal] = 0
    while (cells.isNotEmpty()) {
        val at = cells.remove()
        for (change in changes) {
            val to = Cell(at.x + change.x, at.y + change.y)
            if (to !in road || to in steps) continue
            steps[to] = steps.getValue(at) + 1
            cells.add(to)
        }
    }
}

/** This is the distance from the goal after a move to x y and some more moves; less is better. */
fun rating(x: Int, y: Int, xv: Int, yv: Int, moves: Int): Int {
    if (max(abs(xv), abs(yv)) > FASTEST || xv == 0 && yv == 0) return 999
    // The cells under the move. The site's rule is more exact, but this is nearly the same.
    val way = (0..5).map { Cell(x - Math.floorDiv(xv * it + 3, 6), y - Math.floorDiv(yv * it + 3, 6)) }
    if (way.any { it !in road }) return 999
    if (way.any { steps[it] == 0 }) return -moves
    if (moves == 0) return steps[Cell(x, y)] ?: 998
    var best = 999
    for (change in changes) {
        val nextX = xv + change.x
        val nextY = yv + change.y
        best = min(best, rating(x + nextX, y + nextY, nextX, nextY, moves - 1))
    }
    return best
}

fun main(arguments: Array<String>) {
    val verbose = "--verbose" in arguments
    // The game begins with some settings, each a word with its values, and the map as the last one.
    val settings = mutableMapOf<String, List<String>>()
    while ("map" !in settings) {
        val words = read()
        settings[words[0]] = words.drop(1)
    }
    val me = settings.getValue("seats")[1].toInt()
    for (y in 0 until settings.getValue("map")[1].toInt()) {
        for ((x, letter) in read()[0].withIndex()) if (letter in "OSF.123456789") road[Cell(x, y)] = letter
    }
    while (true) {
        // Each turn has the new records, all players, and the possible moves; the rules forbid those that end in 0.
        val isStart = read()[1] == "1"
        val records = readList()
        val players = readList()
        val candidates = readList().filter { it[4] == "1" }

        // Your ideas go here. The goals are the checkpoints that are still missing, and then the finish.
        val missing = settings.getValue("checkpoints").filter { it !in players[me][5] }
        findSteps(if (missing.isEmpty()) "F" else missing.joinToString(""))
        val best = candidates.sortedBy { move ->
            val (x, y, xv, yv) = move.map { it.toInt() }
            if (isStart) steps[Cell(x, y)] ?: 998 else rating(x, y, xv, yv, 3)
        }[0]
        val answer = if (isStart) "START ${best[0]} ${best[1]}" else "MOVE " + best.take(4).joinToString(" ")
        if (verbose) System.err.println("${records.size} records, missing $missing, ${candidates.size} moves -> $answer")
        println(answer) // The answer is one line: START x y on the first turn, MOVE x y xv yv on all others.
    }
}
