// Nim: takes as many matches as leave a multiple of four, if it can.
const verbose = process.argv.includes("--verbose");
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    if (verbose) console.error(line, "matches are left");
    console.log(Number(line) % 4 || 1);
});
