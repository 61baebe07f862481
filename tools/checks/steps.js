/**
 * @typedef {object} Step one check
 * @property {string} name the word to ask for it by
 * @property {string[]} command a tool of the workspace and its arguments; `pnpm` is pnpm itself
 * @property {string} unit what it counts
 * @property {(output: string) => number} looked how many it says it looked at
 * @property {number} atLeast fewer means that it did not look
 * @property {RegExp} [hide] lines of its output that only count
 * @property {RegExp} [show] its group is worth reading in any case
 */

/**
 * The number a pattern's first group finds; 0 where it finds none.
 * @param {RegExp} pattern
 * @returns {(output: string) => number}
 */
const number = (pattern) => (output) => Number(pattern.exec(output)?.[1] ?? 0)

const onFiles = number(/\bon (\d+) files/)
const passedTests = number(/^\s*Tests\s.*?(\d+) passed/m)
const heavyChecks = ['vitest', 'run', '--config', 'tools/checks/vitest.config.ts']

/** A file that the compiler read and that is ours. @param {string} line */
const isOwnFile = (line) => /^\/|^[A-Z]:/.test(line) && !line.includes('/node_modules/')

/** @type {Step[]} */
export const steps = [
  { name: 'format', command: ['oxfmt', '--check'], unit: 'files', looked: onFiles, atLeast: 150 },
  {
    name: 'lint',
    command: ['oxlint', '--deny-warnings', '--report-unused-disable-directives'],
    unit: 'files',
    looked: onFiles,
    atLeast: 150,
  },
  {
    name: 'types',
    command: ['tsc', '--noEmit', '--project', 'tsconfig.json', '--pretty', 'false', '--listFiles'],
    unit: 'files',
    looked: (output) => output.split('\n').filter(isOwnFile).length,
    atLeast: 150,
    hide: /^(?:\/|[A-Z]:[\\/])\S*$/,
  },
  {
    name: 'boundaries',
    command: ['turbo', 'boundaries'],
    unit: 'files',
    looked: number(/Checked (\d+) files/),
    atLeast: 150,
  },
  {
    name: 'dead-code',
    command: ['knip', '--no-progress', '--reporter=symbols', '--reporter=./tools/checks/knip-reporter.js'],
    unit: 'files',
    looked: number(/Looked at (\d+) files/),
    atLeast: 150,
  },
  {
    name: 'structure',
    command: ['vitest', 'run', 'tools/checks', '--reporter=dot'],
    unit: 'tests',
    looked: passedTests,
    atLeast: 80,
    show: /^size: (.+)$/,
  },
  {
    name: 'build',
    command: ['pnpm', 'run', 'build', '--output-logs=errors-only', '--continue=dependencies-successful'],
    unit: 'packages',
    looked: number(/(\d+) successful/),
    atLeast: 10,
  },
  {
    name: 'packages',
    command: [...heavyChecks, 'packages.check', 'cold-search.check', '--reporter=verbose'],
    unit: 'tests',
    looked: passedTests,
    atLeast: 50,
    show: /> (\S+ > weighs \d+ kB of at most \d+)/,
  },
  {
    name: 'docs',
    command: [...heavyChecks, 'docs.check', 'fences.check', '--reporter=dot'],
    unit: 'tests',
    looked: passedTests,
    atLeast: 40,
  },
]
