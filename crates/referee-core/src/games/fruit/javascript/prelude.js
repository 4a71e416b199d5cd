// The contest's functions. The host calls this before the bot's script is loaded, and what it
// restores before every move. State is held here, out of the script's reach. Beside the contest's
// functions there are `console` and three names of the framework of 2012, on whose page bots were tried.
(function (width, height, totals, trace, random) {
  var turn = null, stringify = JSON.stringify, global = this;
  function text_of(value) {
    if (typeof value === 'string') return value;
    var text;
    if (typeof value === 'object') try { text = stringify(value); } catch (error) {}
    return text === undefined || text === '{}' ? String(value) : text;
  }
  function log() {
    var text = '';
    for (var i = 0; i < arguments.length; i++) text += (i ? ' ' : '') + text_of(arguments[i]);
    trace(text);
  }
  function nothing() {}
  var console = {};
  var names = ['log', 'info', 'warn', 'error', 'debug', 'dir', 'trace', 'group', 'groupCollapsed'];
  for (var i = 0; i < names.length; i++) console[names[i]] = log;
  names = ['clear', 'count', 'groupEnd', 'profile', 'profileEnd', 'table', 'time', 'timeEnd', 'timeLog'];
  for (i = 0; i < names.length; i++) console[names[i]] = nothing;
  console.assert = function (holds, text) { if (!holds) log('assertion failed:', text); };

  var api = {
    EAST: 1, NORTH: 2, WEST: 3, SOUTH: 4, TAKE: 5, PASS: 6,
    WIDTH: width,
    HEIGHT: height,
    get_board: function () { return turn.board; },
    has_item: function (field) { return field > 0; },
    get_my_x: function () { return turn.x; },
    get_my_y: function () { return turn.y; },
    get_opponent_x: function () { return turn.opponent_x; },
    get_opponent_y: function () { return turn.opponent_y; },
    get_number_of_item_types: function () { return totals.length; },
    get_my_item_count: function (type) { return turn.mine[type - 1]; },
    get_opponent_item_count: function (type) { return turn.theirs[type - 1]; },
    get_total_item_count: function (type) { return totals[type - 1]; },
    trace: function (text) { trace(text); },
    console: console,
    // The framework's state, as its page held it. It is set each turn; a bot cannot play with it.
    Board: {
      numberOfItemTypes: totals.length,
      totalItems: totals.slice(),
      init: nothing, newGame: nothing, processMove: nothing, reset: nothing,
      noMoreItems: function () {
        for (var x = 0; x < width; x++) {
          for (var y = 0; y < height; y++) if (turn.board[x][y] > 0) return false;
        }
        return true;
      }
    },
    // What the framework's opponents would do in the opponent's place.
    SimpleBot: { makeMove: function () { return nearest(turn.opponent_x, turn.opponent_y); } },
    RandomBot: {
      makeMove: function () {
        if (turn.board[turn.opponent_x][turn.opponent_y] > 0) return 5;
        return 1 + Math.floor(random() * 4);
      }
    }
  };
  // Takes any fruit on its cell, or else makes the first step to a nearest fruit, with the
  // neighbours of a cell in the order north, south, west, east.
  function nearest(x, y) {
    if (turn.board[x][y] > 0) return 5;
    var edge = [[x, y, 6]], count = 1, seen = {};
    seen[x + ' ' + y] = true;
    for (var at = 0; at < count; at++) {
      for (var step = 0; step < 4; step++) {
        var there_x = edge[at][0] + [0, 0, -1, 1][step], there_y = edge[at][1] + [-1, 1, 0, 0][step];
        if (there_x < 0 || there_y < 0 || there_x >= width || there_y >= height) continue;
        if (seen[there_x + ' ' + there_y]) continue;
        seen[there_x + ' ' + there_y] = true;
        var first = at === 0 ? [2, 4, 3, 1][step] : edge[at][2];
        if (turn.board[there_x][there_y] > 0) return first;
        edge[count++] = [there_x, there_y, first];
      }
    }
    return 6;
  }
  var state = api.Board;
  for (var name in api) global[name] = api[name];
  Math.random = function () { return random(); };
  return function (board, x, y, opponent_x, opponent_y, mine, theirs) {
    turn = {
      board: board, x: x, y: y, opponent_x: opponent_x, opponent_y: opponent_y, mine: mine, theirs: theirs
    };
    state.board = board;
    state.myX = x; state.myY = y; state.oppX = opponent_x; state.oppY = opponent_y;
    state.myBotCollected = mine; state.simpleBotCollected = theirs;
  };
})
