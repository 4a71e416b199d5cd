/** Names of a browser that the pages use. */
const browser = [
  "document", "EventSource", "fetch", "getComputedStyle", "history", "location", "matchMedia", "navigator", "Node",
  "performance", "ResizeObserver", "URL", "URLSearchParams", "window",
  "cancelAnimationFrame", "clearInterval", "requestAnimationFrame", "setInterval", "setTimeout",
];

const rules = {
  "array-callback-return": "error",
  "consistent-return": "error",
  "default-param-last": "error",
  eqeqeq: "error",
  "max-depth": ["error", 3],
  "max-lines": ["error", 220],
  "max-lines-per-function": ["error", { max: 50, skipComments: true }],
  "max-params": ["error", 6],
  "no-constant-condition": "error",
  "no-dupe-keys": "error",
  "no-duplicate-imports": "error",
  "no-empty": "error",
  "no-eval": "error",
  "no-fallthrough": "error",
  "no-implicit-coercion": "error",
  "no-redeclare": "error",
  "no-self-compare": "error",
  "no-shadow": "error",
  "no-undef": "error",
  "no-unreachable": "error",
  "no-unsafe-negation": "error",
  "no-unused-expressions": "error",
  "no-unused-vars": "error",
  "no-use-before-define": "error",
  "no-var": "error",
  "prefer-const": "error",
  "valid-typeof": "error",
};

export default [
  {
    files: ["src/pages/*.js"],
    languageOptions: { globals: Object.fromEntries(browser.map((name) => [name, "readonly"])) },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules,
  },
  { files: ["tests/javascript/*.js"], languageOptions: { globals: { URL: "readonly" } }, rules },
];
