// A first bot for the fruit hunt: it goes to the nearest fruit and takes it.
import kotlin.math.abs
import kotlin.system.exitProcess

/** This reads the words of the next line. The program ends when its input ends. */
fun read(): List<String> = (readLine() ?: exitProcess(0)).split(" ")

fun main(arguments: Array<String>) {
    val verbose = "--verbose" in arguments
    // The game begins with its name, the size of the board, and the pieces of each category.
    val name = read()
    val (width, height) = read().map { it.toInt() }
    val pieces = read()
    if (verbose) System.err.println("$name, $width x $height, pieces $pieces")
    while (true) {
        // Each turn has the board, the cells of both robots, and their fruit (in halves).
        val rows = List(height) { read()[0] }
        val (x, y) = read().map { it.toInt() }
        val mine = read()
        val theirs = read()

        // Your ideas go here: which fruit is worth the way?
        var answer = "PASS"
        var nearest = Int.MAX_VALUE
        for ((j, row) in rows.withIndex()) {
            for ((i, letter) in row.withIndex()) {
                val distance = abs(i - x) + abs(j - y)
                if (letter == '.' || distance >= nearest) continue
                nearest = distance
                answer = when {
                    i > x -> "EAST"
                    i < x -> "WEST"
                    j > y -> "SOUTH"
                    j < y -> "NORTH"
                    else -> "TAKE"
                }
            }
        }
        if (verbose) System.err.println("at $x $y, mine $mine, theirs $theirs -> $answer")
        println(answer) // The answer is one line.
    }
}
