// The contest's functions. The host calls this before the bot's script is loaded, and what it
// restores before every move. State is held here, out of the script's reach.
(function (width, height, totals, trace, random) {
  var turn = null;
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
    trace: function (text) { trace(text); }
  };
  for (var name in api) this[name] = api[name];
  Math.random = function () { return random(); };
  return function (board, x, y, opponent_x, opponent_y, mine, theirs) {
    turn = {
      board: board, x: x, y: y, opponent_x: opponent_x, opponent_y: opponent_y, mine: mine, theirs: theirs
    };
  };
})
