// A first bot for the couriers: it walks to the nearest home base, picks up packages, and delivers them.
import java.util.ArrayDeque
import kotlin.system.exitProcess

data class Tile(val x: Int, val y: Int) {
    /** The tiles to the north, east, south and west. The first row is the southern one. */
    fun beside() = listOf(Tile(x, y + 1), Tile(x + 1, y), Tile(x, y - 1), Tile(x - 1, y))
}

data class Parcel(val id: String, val to: Tile, val weight: Int)

val land = mutableSetOf<Tile>()
val bases = mutableSetOf<Tile>() // Those that may still have packages.

/** This reads the words of the next line. The program ends with its input, or at a text. */
fun read(): List<String> {
    val line = readLine() ?: exitProcess(0)
    if (line.isNotEmpty() && line[0].isLetter()) exitProcess(0)
    return line.split(" ").filter { it.isNotEmpty() }
}

/** This is the first step of a shortest way to one of the goals; null if there is no way. */
fun wayTo(from: Tile, goals: Set<Tile>): String? {
    val first = mutableMapOf(from to "")
    val queue = ArrayDeque(listOf(from))
    while (queue.isNotEmpty()) {
        val at = queue.remove()
        if (at in goals && at != from) return first[at]
        for ((i, to) in at.beside().withIndex()) {
            if (to !in land || to in first) continue
            first[to] = if (at == from) "NESW".substring(i, i + 1) else first.getValue(at)
            queue.add(to)
        }
    }
    return null
}

fun main(arguments: Array<String>) {
    val verbose = "--verbose" in arguments
    // The game begins with the map (south first), the own robot, and the tiles of all robots.
    println("Player")
    val height = read()[1].toInt()
    for (y in 1..height) {
        for ((i, letter) in read()[0].withIndex()) {
            if (letter == '.' || letter == '@') land.add(Tile(i + 1, y))
            if (letter == '@') bases.add(Tile(i + 1, y))
        }
    }
    val (me, capacity) = read()
    var at = Tile(0, 0)
    val packages = mutableMapOf<String, Parcel>()
    val cargo = mutableSetOf<String>()
    while (true) {
        // Each turn has the events of all robots. P adds a package to the cargo, D removes it.
        var robot = ""
        val words = read()
        for ((word, value) in words.zip(words.drop(1) + "")) {
            if (word.startsWith("#")) robot = word
            if (robot != "#$me") continue
            when (word) {
                "X" -> at = Tile(value.toInt(), at.y)
                "Y" -> at = Tile(at.x, value.toInt())
                "N", "E", "S", "W" -> at = at.beside()["NESW".indexOf(word)]
                "P" -> cargo.add(value)
                "D" -> cargo.remove(value)
            }
        }
        // Then it has the packages here: id, destination, weight.
        val here = read().chunked(4).map { Parcel(it[0], Tile(it[1].toInt(), it[2].toInt()), it[3].toInt()) }
        for (it in here) packages[it.id] = it

        // Your ideas go here: which packages are worth the way?
        val carried = cargo.sorted().map { packages.getValue(it) }
        val arrived = carried.filter { it.to == at }
        var room = capacity.toInt() - carried.map { it.weight }.sum()
        val fitting = mutableListOf<Parcel>()
        for (it in here) {
            if (it.weight > room || it.to == at) continue
            room -= it.weight
            fitting.add(it)
        }
        if (here.isEmpty() || fitting.isEmpty() && cargo.isEmpty()) bases.remove(at)
        val way = wayTo(at, carried.map { it.to }.toSet()) ?: wayTo(at, bases)
        val action = when {
            arrived.isNotEmpty() -> "Drop " + arrived.joinToString(" ") { it.id }
            fitting.isNotEmpty() -> "Pick " + fitting.joinToString(" ") { it.id }
            way != null -> "Move $way"
            else -> "Drop"
        }
        if (verbose) System.err.println("at $at with $cargo, ${here.size} packages here -> $action")
        println("1 $action") // The answer is one line: a bid and an action.
    }
}
