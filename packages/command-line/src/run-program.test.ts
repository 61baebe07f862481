import { describe, expect, it } from 'vitest'
import { type Command, parseCount } from './command.js'
import { UsageError } from './errors.js'
import { runProgram } from './run-program.js'
import { recordingIo } from './testing/recording-io.js'

interface Flags {
  readonly json?: boolean
  readonly count?: number
  readonly tag?: string[]
}

type Act = Awaited<ReturnType<Command<Flags>['load']>>

/** Runs a program with a single command, which calls `act`. */
async function run(argv: readonly string[], act: Act = async () => 0) {
  const { io, written, talked } = recordingIo()
  const command: Command<Flags> = {
    name: 'act',
    words: '[word...]',
    help: 'do it',
    hasFreeText: true,
    example: 'planted act now',
    flags: [
      { name: 'json', syntax: '--json', help: 'print JSON' },
      { name: 'count', syntax: '--count <number>', help: 'how often', parse: parseCount },
      { name: 'tag', syntax: '--tag <name>', help: 'may be repeated', isRepeatable: true, isRare: true },
    ],
    details: 'Tags are words.',
    load: async () => act,
  }
  const program = {
    name: 'planted',
    description: 'Does it.',
    version: '1.2.3',
    commands: [command],
    whenInterrupted: 'Stopped.',
    describeFailure: (error: unknown) =>
      error instanceof RangeError ? { code: 'RANGE', message: error.message, exitCode: 7 } : undefined,
  }
  const exitCode = await runProgram(program, argv, io)
  return { exitCode, written: written(), talked: talked() }
}

/** Errors of the operating system, and what is printed for them. */
const systemErrors = [
  ['ENAMETOOLONG', 'A name or path is too long for this system. Use a shorter one', 'PATH_INVALID'],
  ['ELOOP', 'A link leads back to itself. Use another path', 'PATH_INVALID'],
  ['EISDIR', 'A folder exists where a file is needed. Use another path', 'IN_THE_WAY'],
  ['EMFILE', 'Too many files are open. Run: ulimit -n 4096', 'TOO_MANY_FILES'],
  ['ENOENT', 'A file, folder or socket does not exist. Check its path', 'PATH_MISSING'],
  ['EXDEV', 'The system refused this. Check the path', 'SYSTEM_REFUSED'],
].map(([code, sentence, ours]): [Error, number, string] => {
  const error = Object.assign(new Error(`${code}, open '/a'`), { code })
  return [error, 1, `planted: ${sentence}. (${code}, open '/a') (${ours})\n`]
})

function failing(error: unknown) {
  return async () => {
    throw error
  }
}

describe('runProgram', () => {
  it('passes a command its words and flags, and returns its exit status', async () => {
    const argv = ['act', 'a', 'b', '--count', '2', '--tag', 'x', '--tag', 'y']
    const outcome = await run(argv, async ({ words, flags, io }) => {
      io.write(JSON.stringify({ words, flags }))
      return 3
    })
    const expected = { words: ['a', 'b'], flags: { count: 2, tag: ['x', 'y'] } }
    expect([outcome.exitCode, JSON.parse(outcome.written), outcome.talked]).toEqual([3, expected, ''])
  })

  it('prints help with an example, and its version', async () => {
    const help = await run(['act', '--help', '--json'])
    expect([help.exitCode, help.written]).toEqual([0, expect.stringContaining('Example:\n  planted act now')])
    expect(help.written).not.toMatch(/--tag|Tags are words/u)
    expect(help.written).toContain('\nLess common flags: planted act --help all\n')
    expect(await run(['--version'])).toEqual({ exitCode: 0, written: '1.2.3\n', talked: '' })
  })

  it.each([['--help'], ['-h']])('lists every flag and the details with %s all', async (flag) => {
    const { exitCode, written } = await run(['act', flag, 'all'])
    expect([exitCode, written]).toEqual([0, expect.stringMatching(/--tag <name>.*\nTags are words\.\n/su)])
    expect(written).not.toContain('Less common flags')
  })

  it.each([
    [['akt'], /unknown command 'akt'.*Did you mean act/s],
    [['act', '--cuont', '2'], /unknown option '--cuont'.*Did you mean --count/s],
    [['act', '--count', 'many'], /'many' is invalid\. Give a whole number, 1 or more/],
    [[], /planted/],
  ])('ends with 2 for %j, with the reason on stderr', async (argv, reason) => {
    const { exitCode, written, talked } = await run(argv)
    expect([exitCode, written, talked]).toEqual([2, '', expect.stringMatching(reason)])
  })

  it.each([
    [['akt', '--json'], /^unknown command 'akt'/],
    [['act', '--json', '--cuont'], /^unknown option '--cuont'/],
    [['act', '--count', 'many', '--json'], /'many' is invalid/],
    [['--json'], /^unknown option '--json'/],
    [['act', '--format', 'json'], /^unknown option '--format'/],
    [['act', '--format=json'], /^unknown option '--format=json'/],
  ])('prints the error as JSON for %j', async (argv, message) => {
    const { exitCode, written, talked } = await run(argv)
    expect([exitCode, written]).toEqual([2, ''])
    expect(JSON.parse(talked)).toEqual({ error: { code: 'USAGE', message: expect.stringMatching(message) } })
  })

  it.each([
    [new UsageError('No.'), 2, 'planted: No. (USAGE)\n'],
    [new RangeError('Too far.\u001b'), 7, 'planted: Too far.\\u{1b} (RANGE)\n'],
    [new DOMException('interrupted', 'AbortError'), 130, 'planted: Stopped. (INTERRUPTED)\n'],
    [
      Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
      1,
      'planted: The disk is full. Free some space and run the same command again. (no space left) (DISK_FULL)\n',
    ],
    [
      Object.assign(new Error('mkdir /a'), { code: 'EEXIST' }),
      1,
      'planted: A file exists where a folder is needed. Move it away. (mkdir /a) (IN_THE_WAY)\n',
    ],
    ...systemErrors,
  ])('prints %s and ends with %i', async (error, exitCode, talked) => {
    expect(await run(['act'], failing(error))).toEqual({ exitCode, written: '', talked })
  })

  it('prints failures as JSON too', async () => {
    const { talked } = await run(['act', '--json'], failing(new RangeError('Too far.')))
    expect(JSON.parse(talked)).toEqual({ error: { code: 'RANGE', message: 'Too far.' } })
  })

  it('escapes control characters in messages, as text and as JSON', async () => {
    const hostile = 'a\u001b]0;x\u0007\u009b2J\u202e'
    for (const argv of [[hostile], ['act', `--${hostile}`], ['act', '--count', hostile]]) {
      for (const given of [argv, [...argv, '--json']]) {
        expect((await run(given)).talked).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
        )
      }
    }
    const { talked } = await run(['act', '--json'], failing(new RangeError(hostile)))
    expect(talked).not.toMatch(/[\u007f-\u009f\u202a-\u202e]/)
    expect(JSON.parse(talked)).toEqual({ error: { code: 'RANGE', message: hostile } })
  })

  it('treats --json after -- as a word, not as a flag', async () => {
    const { talked } = await run(['act', '--', '--json'], failing(new RangeError('Too far.')))
    expect(talked).toBe('planted: Too far. (RANGE)\n')
  })

  it('prints the stack of an unexpected error', async () => {
    const { exitCode, talked } = await run(['act'], failing(new TypeError('odd')))
    expect([exitCode, talked]).toEqual([
      1,
      expect.stringMatching(/TypeError: odd\n +at .*\(UNEXPECTED\)\n$/s),
    ])
  })

  it.each(['-draft', '-"first', '--draft'])('says how to pass a word with a dash: %s', async (word) => {
    const { exitCode, written, talked } = await run(['act', 'token', word])
    expect([exitCode, written]).toEqual([2, ''])
    expect(talked).toContain('after two dashes: planted act -- wanted -unwanted')
    expect(JSON.parse((await run(['act', word, '--json'])).talked).error.message).toContain('planted act --')
  })

  it('accepts such words after two dashes, in quotes after other words, and as values of flags', async () => {
    const tell: Act = async ({ words, flags, io }) => io.write(JSON.stringify([words, flags]))
    expect((await run(['act', '--', 'token', '-draft'], tell)).written).toBe('[["token","-draft"],{}]')
    expect((await run(['act', 'token -draft'], tell)).written).toBe('[["token -draft"],{}]')
    expect((await run(['act', '--tag', '-draft'], tell)).written).toBe('[[],{"tag":["-draft"]}]')
  })
})
