// Generated from the structs of the referee by tests/javascript/contract.rs. Do not edit.

/** The batches of a run. */
export interface Board {
  /** Batches that wait for a machine. */
  queued: number;
  /** Batches that are being played. */
  running: number;
  /** Batches with results, since the command was given. */
  done: number;
  /** Failures of batches, since the command was given. Such a batch is played again. */
  failed: number;
  /** Why batches wait, in the engine's words, if that is not as usual. */
  waits_for?: string;
  /** The machines by name. */
  machines: BoardMachine[];
}

/** The batches of a machine. */
export interface BoardMachine {
  /** Its name. */
  machine: string;
  /** Batches that are being played there. */
  running: number;
  /** Batches with results. */
  done: number;
  /** Failures of batches. */
  failed: number;
  /** Whether it was taken out. */
  is_out: boolean;
}

/** Something on a tile. */
export interface Thing {
  /** Column and row, from 0 at the left and the top. */
  at: [number, number];
  /** How it is drawn. */
  shape: Shape;
  /** The seat that it belongs to, which determines its colour. */
  seat?: number;
  /** A short text that is drawn on it, beside a cross or a small piece; not drawn on a blast. */
  text?: string;
  /** What it is, such as `mine`: the legend has each name once. */
  name?: string;
  /** More words about this one, such as what a dish contains. */
  says?: string;
  /** The colours of its parts, for shapes that have parts. */
  parts?: Color[];
  /** Whether a piece on the same tile carries it: it is drawn small, at the edge. */
  is_held?: boolean;
}

/** How a thing is drawn. */
export type Shape = "disc" | "box" | "diamond" | "dot" | "text" | "cross" | "blast" | "submarine" | "mine" | "plate" | "heap" | "fruit" | "parcel";

/** The colour of a part of a thing. */
export type Color = "white" | "blue" | "red" | "brown" | "purple" | "yellow" | "green" | "orange";

/** How a contest counts the tiles of its board. */
export interface Axes {
  /** The contest's coordinates of the first tile at the left and the top of the whole board. */
  first: [number, number];
  /** What one row further down adds to the second coordinate: 1, or -1 if the contest counts from below. */
  down: number;
}

/** A shape with its colours. */
export interface Stamp {
  /** What kind of shape it is. */
  form: Form;
  /** Its measures. A rectangle: width, height, radius of its corners. A circle: its radius. A line: where it ends. A polygon: its corners. A text: the size of its letters, its anchor as parts of its width and height, its greatest width or 0. An image: width and height, or 0 for those of the image, and its anchor. */
  size: number[];
  /** The words of a text. */
  text?: string;
  /** What it is, such as the name of an image. */
  name?: string;
  /** What the legend calls it: images of one kind have one name there. */
  kind?: string;
  /** The colour of its area. Of an image, that of a box which stands for it where the image is not at hand. */
  fill?: Ink;
  /** The colour of its edge. */
  line?: Ink;
  /** The width of its edge. */
  width?: number;
  /** The colour by which an image is multiplied. */
  tint?: Ink;
}

/** What kind of shape a stamp is. */
export type Form = "rectangle" | "circle" | "line" | "polygon" | "text" | "image" | "tiling";

/** A colour. */
export interface Ink {
  /** The seat whose colour it is. */
  seat?: number;
  /** Red, green and blue as one number, if it is not that of a seat. */
  rgb?: number;
  /** How opaque it is, from 0 to 1. */
  alpha: number;
}

/** One drawing. */
export type Thought = { "heat": [[number, number], string] } | { "path": [number, number][] } | { "text": [[number, number], string] } | { "value": [string, number | null] };

/** A recorded game as a sequence of frames. Each distinct line of text is stored once, in `texts`; other fields contain its index. The same is true of `things` and `known`. */
export interface Film {
  /** The contest's name and year. */
  title: string;
  /** The contest's key. */
  game: string;
  /** The seed of the game. */
  seed: string;
  /** The options of the game. */
  options: Record<string, any>;
  /** Names of the players by seat. */
  players: string[];
  /** All lines of boards, rows of pictures and lines of players. */
  texts: string[];
  /** All things of the pictures. */
  things: Thing[];
  /** Pairs of a seat and a thought: what the others can know about that seat. */
  known: [number, Thought][];
  /** The tiles of the pictures: each letter of their rows with its name. */
  tiles: [string, string][];
  /** How the contest counts the tiles. */
  axes: Axes;
  /** Width and height of pictures of shapes at any place; absent if the pictures are of tiles. */
  sheet?: [number, number];
  /** All shapes of such pictures. */
  stamps?: Stamp[];
  /** How shapes are turned and scaled, by the four numbers of a matrix, and how opaque they are. */
  poses?: [number, number, number, number, number][];
  /** Images of shapes, as far as they are at hand and small. */
  images?: Image[];
  /** The frames in order; the first is the start position. */
  frames: Frame[];
  /** Names of the measures, in the order of `Frame::measures`. */
  measures: string[];
  /** Whether a change of the measure is an event, by measure. */
  events: boolean[];
  /** Whether the measure is 0 or 1, for something that is not or is so, by measure. */
  flags: boolean[];
  /** The result as the recording has it, if the game ended. */
  result: Record<string, any> | null;
  /** The unit in which the contest counts its time, such as `turn`. */
  time: string;
  /** The file of the recording, for commands; empty if it is not known. */
  recording: string;
  /** The bots that the page can ask what they would have answered; empty unless a dashboard serves it. */
  askable?: string[];
  /** What a viewer reads first. */
  story: Story;
}

/** One move, and the position after it. */
export interface Frame {
  /** The turn that was played last, as the contest counts. */
  turn: number;
  /** The lines of the board as text, with ANSI colours, as indices into `Film::texts`: one line above the picture's rows, the rows, any number of lines below. Empty if the recording does not follow the rules. */
  board?: Splice;
  /** The rows of the picture, from the top, as indices into `Film::texts`; empty without a picture. */
  rows?: Splice;
  /** Column and row, on the board, of the picture's first tile; absent if both are 0. */
  corner?: [number, number];
  /** The ways of the picture, each as what it adds to the way with the same index in the frame before. */
  ways?: Added[];
  /** The things of the picture, as indices into `Film::things`. */
  things?: Splice;
  /** The shapes of a picture of shapes, in the order of drawing, as what changes from the frame before. */
  marks?: Patch[];
  /** The exchanges since the frame before. */
  said: Said[];
  /** What others can know, as indices into `Film::known`. */
  known?: Splice;
  /** Values by measure and seat; empty if the recording does not follow the rules. */
  measures: ((number | null)[])[];
}

/** One exchange of a seat. */
export interface Said {
  /** The seat. */
  seat: number;
  /** The number of the exchange among those of the seat, from 1. */
  turn: number;
  /** The line of the recording, from 1. */
  line: number;
  /** Lines that were sent to the seat, as indices into `Film::texts`. */
  sent: number[];
  /** Lines of the answer, as indices into `Film::texts`. */
  got: number[];
  /** Lines of standard error that are not thoughts, as indices into `Film::texts`. */
  stderr: number[];
  /** Thoughts among the lines of standard error. */
  thoughts?: Thought[];
  /** Milliseconds until the answer was complete; null if the recording has no time. */
  millis: number | null | null;
  /** The time limit in milliseconds as the rules have it; absent without one. */
  limit?: number;
  /** The fault in words, or null. */
  fault: string | null;
}

/** A way of a frame, as what it adds to the way with the same index in the frame before. */
export interface Added {
  /** The seat that the way belongs to. */
  seat: number;
  /** The number of points it has in common with the way before: all points of that way, or 0 for a new way. */
  from: number;
  /** Its further points. */
  points: [number, number][];
  /** Whether it is only a memory, which is drawn pale. */
  is_past?: boolean;
}

/** What makes the list of a frame from that of the frame before: some places are cut out and others put there. The list before the first frame is empty. */
export interface Splice {
  /** Where the change begins; absent for 0. */
  from?: number;
  /** The number of indices that are cut out there; absent for 0. */
  cut?: number;
  /** The indices that are put there. */
  put?: number[];
}

/** A change of the list of shapes: some are cut out and others put there. The list before the first frame is empty. */
export interface Patch {
  /** Where the change begins in the list of the frame before. */
  from: number;
  /** The number of shapes that are cut out there; absent for 0. */
  cut?: number;
  /** The shapes that are put there. The first of them is written as the difference to the first one that is cut out, number by number, the second as that to the second, and so on: most shapes only move a little. That halves a page. */
  put?: [number, number, number, number][];
}

/** An image that shapes show. */
export interface Image {
  /** The name by which shapes show it. */
  name: string;
  /** Its own width and height; in the page it may have fewer pixels. */
  size: [number, number];
  /** The file, in Base64. */
  data: string;
}

/** What a viewer reads first. */
export interface Story {
  /** Who won, how, and when: one sentence. */
  verdict: string;
  /** The turn from which those who won kept the lead; absent if that is not known. */
  lead?: Note;
  /** The players that were thrown out, in order. */
  faults: Note[];
  /** The moments that decided the game, in order, at most three. */
  moments: Note[];
  /** All changes of the measures that mark events, and all faults, in order. */
  events: Note[];
  /** Where parts of the game begin, such as rounds. */
  parts: Note[];
  /** The frame from which on the winner leads, or else the last frame. */
  decisive: number;
}

/** Something that happened in a frame. */
export interface Note {
  /** The frame. */
  frame: number;
  /** The seat that it happened to, with whose letter the words begin: links have its colour. */
  seat: number;
  /** What happened. */
  words: string;
}

/** Two games of one seed, in which the same players have each other's seats. */
export interface Pair {
  /** The two games. */
  films: Film[];
  /** The addresses of their own pages, in the same order; empty on a page that stands alone. */
  pages: string[];
}

/** A page of games. */
export interface Gallery {
  /** The heading. */
  title: string;
  /** The games, in the order of the page. */
  games: Exhibit[];
}

/** A game of a gallery. */
export interface Exhibit {
  /** The address of its page, relative to this page. */
  page: string;
  /** The contest's name and year. */
  contest: string;
  /** The seed of the game. */
  seed: string;
  /** Names of the players by seat. */
  players: string[];
  /** Who won, how, and when: one sentence. */
  verdict: string;
  /** A PNG of the decisive frame, in Base64; empty if the game has no pictures. */
  picture: string;
}

/** A report as the data of its page. */
export interface Findings {
  /** The contest and the bots, in one line. */
  title: string;
  /** The answer to the question of the log. */
  headline: Headline;
  /** The report as the terminal shows it. */
  text: string;
  /** The report as an object. */
  report: any;
  /** Names of the bots. */
  bots: string[];
  /** The course of a comparison of two bots. */
  course?: Course;
  /** The course of the ratings of a ladder: pairs of a number of games and the Elo ratings after them, in the order of `Findings::bots`. */
  ratings?: [number, (number | null)[]][];
  /** Times and faults of each bot, in the order of `Findings::bots`. */
  conduct: BotConduct[];
  /** Numbers that bots reported in recorded games, by name, bot and turn: mean, least and most number. */
  metrics: Record<string, Record<string, ([number, number, number] | null)[]>>;
  /** Seeds on which a bot lost every game. */
  lost_seeds: LostSeeds[];
  /** The games; empty on a live page, which asks the server for them. */
  games: GameRow[];
  /** Number of games in the log. */
  games_in_all: number;
  /** The batches of its run, if that is played on other machines now. */
  batches?: Board;
  /** The log's path in the dashboard's folder; absent on a page without a server. */
  live?: string;
}

/** Times and faults of a bot. */
export interface BotConduct {
  /** A histogram: the lower end of each bucket in microseconds, and the number of answers in the bucket. */
  times: [number, number][];
  /** The median time of an answer in microseconds. */
  p50: number;
  /** The 99th percentile of the times in microseconds. */
  p99: number;
  /** The longest time in microseconds. */
  max: number;
  /** The largest share of its time limit that an answer took, in per cent. */
  percent_of_limit: number;
  /** Kinds of faults with their numbers. */
  faults: [string, number][];
  /** Number of games that are not counted because the machine was overloaded. */
  overloaded: number;
  /** Number of games that were replayed because the bot was late while the machine may have been to blame. */
  replayed: number;
  /** Number of games that count. */
  games: number;
}

/** A game of the log. */
export interface GameRow {
  /** Its number in the log, or in the list of recordings, from 1. */
  number: number;
  /** Key of the contest, in a list that may have games of several. */
  game?: string;
  /** Its seed. */
  seed: string;
  /** Names of the bots by seat. */
  bots: string[];
  /** Points by seat. One that a number of JavaScript would round is a text. */
  scores: (number | string)[];
  /** Ranks by seat. */
  ranks: number[];
  /** Its length in turns. */
  turns: number;
  /** A word for how it ended; empty if the log does not say that. */
  end?: string;
  /** Pairs of a seat and the kind of its fault. */
  faults: [number, string][];
  /** Whether it is not counted because the machine was overloaded. */
  overloaded: boolean;
  /** The longest answer of each seat, in microseconds. */
  slowest: number[];
  /** Its recording, if it was kept: a path from the log's folder, or in the dashboard from the dashboard's folder. */
  recording?: string;
  /** The recording of the game of the same seed in which the two bots have each other's seats, if it was kept. */
  partner?: string;
  /** The address of the page of its recording, relative to this page. */
  page?: string;
  /** The command that shows its recording; empty if the recording was not kept, or its name has unseen characters. */
  view: string;
  /** The command that plays it again; empty if that is not known. */
  again: string;
}

/** The course of a comparison of two bots. */
export interface Course {
  /** The results after some of the games, in order. */
  looks: Look[];
  /** The log-likelihood ratios at which the sequential test stops: lower and upper. */
  bounds?: [number | null, number | null];
}

/** The results after some of the games. */
export interface Look {
  /** Number of seeds of which all games were played; of a try, that of its rounds. */
  seeds: number;
  /** Number of their games. */
  games: number;
  /** The first bot's share of the points, from 0 to 1: value, and both ends of its interval. Of a try, the candidate's share less the champion's. */
  points: [number | null, number | null, number | null];
  /** The Elo difference: value, and both ends of its interval. Infinite numbers are null. */
  elo: [number | null, number | null, number | null];
  /** The log-likelihood ratio of the test. */
  llr?: number;
}

/** The seeds on which a bot lost every game. */
export interface LostSeeds {
  /** The bot's name. */
  bot: string;
  /** Number of seeds on which it lost every game, of at least two. */
  count: number;
  /** Number of seeds on which it played at least two games. */
  of: number;
  /** Some of these seeds. */
  seeds: LostSeed[];
}

/** A seed on which a bot lost every game. */
export interface LostSeed {
  /** The seed. */
  seed: string;
  /** Number of games of the bot. */
  games: number;
  /** The recordings of two of these games with the seats swapped, as paths from the log's folder, or in the dashboard from the dashboard's folder; empty if they were not kept. */
  pair: string[];
}

/** The answer to the question of a log, as far as it is known. */
export interface Headline {
  /** Whether there is an answer, and which. */
  state: State;
  /** The answer as a sentence. */
  words: string;
  /** Number of games that count. */
  games: number;
  /** The least and the greatest number of games that an open test will probably still take; null if it has none, or too little is known. */
  left: [number, number] | null;
  /** Elo of the first bot less that of the second, or of the best less that of the next: value, and both ends of its interval. Infinite numbers are null. */
  elo: [number | null, number | null, number | null] | null;
  /** Number of seeds by the half points of the first bot, from 0 to all; empty unless two bots have met. */
  pairs: number[];
  /** Sentences about the first bots that were thrown out of a game: when first, and why. */
  faults: string[];
  /** A sentence that says which lines of the log are not as they were written; null if all are. */
  changed: string | null;
}

/** Whether the question of a log has an answer. */
export type State = "accepted" | "rejected" | "open" | "ahead" | "behind" | "close";

/** A log in the list of logs. */
export interface LogHead {
  /** Its path relative to the folder, as addresses name it. */
  path: string;
  /** Its path for people. */
  name: string;
  /** Key of the contest. */
  game: string;
  /** Names of the bots. */
  bots: string[];
  /** Number of its games. */
  games: number;
  /** Seconds since its last change. */
  idle: number;
  /** What it found; null until it has been read. */
  headline: Headline | null;
  /** The batches of its run, if that is played on other machines. */
  batches?: Board;
}

/** The page of the folder: its logs and the number of its recordings. */
export interface Overview {
  /** The logs, the last changed first. */
  logs: LogHead[];
  /** Number of recordings. */
  recordings: number;
  /** Names of bots in recordings, sorted. */
  bots: string[];
  /** Number of files that have been read. */
  looked: number;
  /** Number of files in the folder. */
  there: number;
  /** Number of changes so far. */
  version: number;
}
