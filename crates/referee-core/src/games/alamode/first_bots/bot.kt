// A first bot for Code à la Mode: it prepares the foods of the oldest order one by one and serves it.
import kotlin.math.abs
import kotlin.system.exitProcess

/** By food: the machine to use with each item in the hand, by its letter in the kitchen. */
val recipes = mapOf(
    "CHOPPED_STRAWBERRIES" to mapOf("NONE" to "S", "STRAWBERRIES" to "C"),
    "CROISSANT" to mapOf("NONE" to "H", "DOUGH" to "O"),
    "TART" to mapOf("NONE" to "H", "DOUGH" to "C", "CHOPPED_DOUGH" to "B", "RAW_TART" to "O")
)
val crates = mapOf("ICE_CREAM" to "I", "BLUEBERRIES" to "B") // These go straight from the crate onto a dish.
val baked = mapOf("DOUGH" to "CROISSANT", "RAW_TART" to "TART") // A food in the oven, and what it becomes.

/** This reads the words of the next line. The program ends when its input ends. */
fun read(): List<String> = (readLine() ?: exitProcess(0)).split(" ")

/** This reads a line with a number, and this number of lines. */
fun readLines() = List(read()[0].toInt()) { read() }

/** These are the foods of a dish or an order, such as DISH-CROISSANT-TART. */
fun foods(dish: String) = dish.split("-").drop(1)

fun suits(dish: String, order: String) = dish.startsWith("DISH") && foods(order).containsAll(foods(dish))

/** This is the letter of the machine, or the table, to use next for an order; null if the hand does not suit it. */
fun nextUse(order: String, hand: String, oven: String, items: List<List<String>>): String? {
    val table = items.firstOrNull { suits(it[2], order) }
    val dish = if (hand.startsWith("DISH")) hand else table?.get(2) ?: ""
    val missing = foods(order) - foods(dish)
    val toMake = missing.mapNotNull { recipes[it] }
    return when {
        suits(hand, order) && toMake.isNotEmpty() -> "#"
        suits(hand, order) -> if (missing.isEmpty()) "W" else crates[missing[0]]
        hand in missing || hand == "NONE" && toMake.isEmpty() -> table?.take(2)?.joinToString(" ") ?: "D"
        hand == "NONE" && (baked[oven] ?: oven) in missing -> "O"
        else -> toMake.mapNotNull { it[hand] }.firstOrNull()
    }
}

fun main(arguments: Array<String>) {
    val verbose = "--verbose" in arguments
    // The game begins with all customers (an order and its award) and the kitchen.
    val customers = readLines()
    val kitchen = List(7) { read()[0] }
    if (verbose) System.err.println("${customers.size} customers")
    while (true) {
        // Each turn has both chefs, the items on the tables, the oven, and the waiting customers.
        val turnsLeft = read()[0].toInt()
        val (x, y, hand) = read()
        val partner = read()
        val items = readLines()
        val oven = read()[0]
        val waiting = readLines()

        // Your ideas go here. Whatever suits no order goes to the window or onto a table.
        val uses = waiting.mapNotNull { nextUse(it[0], hand, oven, items) }
        val use = uses.firstOrNull() ?: if (hand.startsWith("DISH")) "W" else "#"
        var answer = if (use.length > 1) "USE $use" else "WAIT"
        var nearest = 99
        for (j in 0..6) {
            for (i in 0..10) {
                val isFull = items.any { it[0] == "$i" && it[1] == "$j" }
                val distance = abs(i - x.toInt()) + abs(j - y.toInt())
                if (kitchen[j].substring(i, i + 1) != use || isFull || distance >= nearest) continue
                nearest = distance
                answer = "USE $i $j"
            }
        }
        if (verbose) System.err.println("$turnsLeft turns left, $hand, partner $partner, wanted $waiting -> $answer")
        println(answer) // The answer is one line: MOVE x y, USE x y or WAIT.
    }
}
