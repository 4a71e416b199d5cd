//! Bots of many languages play as strangers. Each run-time that is on the path is tried. The page about security lists
//! what each needs.

use std::fs;

use referee::player::process::Stranger;

use super::*;

/// A run-time, and a bot for it that answers each line with the number of processors and the line.
struct Runtime {
    /// The program that must be on the path, and the name in the table.
    program: &'static str,
    file: &'static str,
    source: &'static str,
    /// A command that builds the bot first, without isolation.
    build: &'static [&'static str],
    /// The command that runs it. In both commands `@` stands for the bot's folder.
    run: &'static [&'static str],
}

const RUNTIMES: [Runtime; 11] = [
    Runtime {
        program: "python3",
        file: "bot.py",
        source: "import os\nwhile True:\n print(os.cpu_count(), input(), flush=True)\n",
        build: &[],
        run: &["python3", "@/bot.py"],
    },
    Runtime {
        program: "pypy3",
        file: "bot.py",
        source: "import os\nwhile True:\n print(os.cpu_count(), input(), flush=True)\n",
        build: &[],
        run: &["pypy3", "@/bot.py"],
    },
    Runtime {
        program: "node",
        file: "bot.js",
        source: "require('readline').createInterface({ input: process.stdin }).on('line', line =>\n\
            console.log(require('os').cpus().length + ' ' + line))",
        build: &[],
        run: &["node", "@/bot.js"],
    },
    Runtime {
        program: "javac",
        file: "Bot.java",
        source: "class Bot { public static void main(String[] a) {\n\
            var lines = new java.util.Scanner(System.in);\n\
            while (lines.hasNextLine())\n\
            System.out.println(Runtime.getRuntime().availableProcessors() + \" \" + lines.nextLine()); } }",
        build: &["javac", "-d", "@", "@/Bot.java"],
        run: &["java", "-cp", "@", "Bot"],
    },
    Runtime {
        program: "go",
        file: "bot.go",
        source: "package main\nimport (\"bufio\"; \"fmt\"; \"os\"; \"runtime\")\n\
            func main() { lines := bufio.NewScanner(os.Stdin)\n\
            for lines.Scan() { fmt.Println(runtime.NumCPU(), lines.Text()) } }",
        build: &["go", "build", "-o", "@/bot", "@/bot.go"],
        run: &["@/bot"],
    },
    Runtime {
        program: "ruby",
        file: "bot.rb",
        source: "require 'etc'\n$stdout.sync = true\nwhile line = gets\n puts \"#{Etc.nprocessors} #{line}\"\nend",
        build: &[],
        run: &["ruby", "@/bot.rb"],
    },
    Runtime {
        program: "ocaml",
        file: "bot.ml",
        source: "let () = while true do print_endline (\"1 \" ^ read_line ()) done",
        build: &[],
        run: &["ocaml", "@/bot.ml"],
    },
    Runtime {
        program: "racket",
        file: "bot.rkt",
        source: "#lang racket/base\n(require racket/future)\n(for ([line (in-lines)])\n\
            (printf \"~a ~a\\n\" (processor-count) line) (flush-output))",
        build: &[],
        run: &["racket", "@/bot.rkt"],
    },
    Runtime {
        program: "perl",
        file: "bot.pl",
        source: "$| = 1; while (<>) { print \"1 $_\" }",
        build: &[],
        run: &["perl", "@/bot.pl"],
    },
    Runtime {
        program: "rustc",
        file: "bot.rs",
        source: "fn main() { for line in std::io::stdin().lines() {\n\
            println!(\"{} {}\", std::thread::available_parallelism().unwrap(), line.unwrap()) } }",
        build: &["rustc", "-o", "@/bot", "@/bot.rs"],
        run: &["@/bot"],
    },
    Runtime {
        program: "g++",
        file: "bot.cpp",
        source: "#include <iostream>\n#include <thread>\nint main() { std::string line;\n\
            while (std::getline(std::cin, line))\n\
            std::cout << std::thread::hardware_concurrency() << ' ' << line << std::endl; }",
        build: &["g++", "-pthread", "-o", "@/bot", "@/bot.cpp"],
        run: &["@/bot"],
    },
];

/// The file of a program on the path.
fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut files = std::env::split_paths(&path).map(|folder| folder.join(program));
    files.find(|file| nix::unistd::access(file.as_path(), nix::unistd::AccessFlags::X_OK).is_ok())
}

impl Runtime {
    /// Writes and builds the bot; `None` if the run-time is not here.
    fn launch(&self, folder: &Path) -> Option<Launch> {
        on_path(self.program)?;
        fs::write(folder.join(self.file), self.source).unwrap();
        let place = |word: &&str| word.replace('@', folder.to_str().unwrap());
        let build: Vec<String> = self.build.iter().map(place).collect();
        if let Some((program, arguments)) = build.split_first() {
            let mut command = Command::new(program);
            // Go keeps a cache in the home.
            let built = command.args(arguments).env("GOCACHE", folder.join("cache")).output();
            let built = built.unwrap();
            if !built.status.success() {
                eprintln!("{} does not build: {built:?}", self.program);
                return None;
            }
        }
        let run: Vec<String> = self.run.iter().map(place).collect();
        Some(Launch::new(&run[0]).args(&run[1..]))
    }
}

/// What a bot answers as a stranger that may read these places, or why it did not start.
fn answer(launch: &Launch, readable: &[PathBuf]) -> Result<String, String> {
    let stranger = Stranger { readable: readable.to_vec(), ..Stranger::default() };
    talk(&Launch { stranger: Some(stranger), ..launch.clone() })
}

/// What a bot answers to the second of two lines, or why it does not.
fn talk(launch: &Launch) -> Result<String, String> {
    let player = ProcessPlayer::spawn("bot", launch).map_err(|error| format!("{error:#}"))?;
    let mut table = Table::new(vec![Box::new(player)]);
    let expected = Some(Expected { lines: 1, limit: LONG, line_bytes: 1000 });
    let mut said = String::new();
    for line in ["hello", "again"] {
        let request = Request { seat: Seat(0), lines: vec![line.to_owned()], expected };
        let reply = table.ask(&[request]).unwrap().remove(0);
        if reply.answer.fault.is_some() {
            return Err(format!("{} {:?}", reply.detail.unwrap_or_default(), reply.stderr));
        }
        said.clone_from(&reply.answer.lines[0]);
        assert!(said.ends_with(line), "{said}");
    }
    Ok(said)
}

/// Python's pool of processes keeps its semaphores in `/dev/shm`.
#[test]
fn a_pool_of_python_processes_works() {
    if !Need::linux_room() {
        return;
    }
    if !Need::Python.program_runs() {
        return;
    }
    let folder = TempDir::new().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let bot = folder.path().join("bot.py");
    fs::write(&bot, POOL).unwrap();
    let plain = Launch::new("python3").args([bot.as_os_str()]);
    let said = talk(&plain).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(said, "1 4 9 again");
    match answer(&plain, &[]) {
        Ok(said) => assert_eq!(said, "1 4 9 again"),
        Err(error) if error.contains("isolate a stranger") => skip_isolation(&error),
        Err(error) => {
            let readable = advised(&error).unwrap_or_else(|| panic!("{error}"));
            assert_eq!(answer(&plain, &[readable]).as_deref(), Ok("1 4 9 again"));
        }
    }
    also_unprivileged("runtimes::a_pool_of_python_processes_works");
}

/// A bot whose answer is computed by two other processes.
const POOL: &str = "
import multiprocessing
def square(number):
    return number * number
if __name__ == '__main__':
    with multiprocessing.Pool(2) as pool:
        while True:
            line = input()
            print(*pool.map(square, [1, 2, 3]), line, flush=True)
";

/// The path that a message advises to allow.
fn advised(message: &str) -> Option<PathBuf> {
    let (_, path) = message.split_once("if this one may, give --readable ")?;
    Some(path.split(' ').next()?.into())
}

#[test]
fn bots_of_many_languages_play_as_strangers() {
    if !Need::linux_room() {
        return;
    }
    for runtime in RUNTIMES {
        let folder = TempDir::new().unwrap();
        let Some(launch) = runtime.launch(folder.path()) else {
            eprintln!("skipped: {} is not here", runtime.program);
            continue;
        };
        let mut readable = Vec::new();
        let said = loop {
            match answer(&launch, &readable) {
                Ok(said) => break said,
                Err(error) if error.contains("isolate a stranger") => {
                    return skip_isolation(&error);
                }
                Err(error) => {
                    let more = advised(&error).filter(|more| !readable.contains(more));
                    readable.push(more.unwrap_or_else(|| panic!("{}: {error}", runtime.program)));
                }
            }
        };
        let processors = said.split(' ').next().unwrap().parse::<u32>().unwrap();
        assert!(processors > 0, "{}: {said}", runtime.program);
        // Where the system installs a run-time, a stranger may read all of it.
        let is_of_the_system =
            on_path(runtime.program).is_some_and(|file| file.starts_with("/usr"));
        assert!(!is_of_the_system || readable.is_empty(), "{}: {readable:?}", runtime.program);
        eprintln!("{}: {said}, needs {readable:?}", runtime.program);
    }
    also_unprivileged("runtimes::bots_of_many_languages_play_as_strangers");
}
