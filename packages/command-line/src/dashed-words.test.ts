import { describe, expect, it } from 'vitest'
import { type Command, numberIn } from './command.js'
import { runProgram } from './run-program.js'
import { recordingIo } from './testing/recording-io.js'

interface Flags {
  readonly limit?: number
  readonly where?: string
}

async function find(...argv: readonly string[]) {
  const { io, written, talked } = recordingIo()
  const command: Command<Flags> = {
    name: 'find',
    words: '<query...>',
    help: 'find it',
    example: 'planted find it',
    hasFreeText: true,
    flags: [
      {
        name: 'limit',
        syntax: '-n, --limit <number>',
        help: 'how many',
        parse: numberIn({ least: 1, most: 9 }),
      },
      { name: 'where', syntax: '--where <condition>', help: 'which' },
    ],
    load: async () => async (request) => request.io.write(JSON.stringify([request.words, request.flags])),
  }
  const program = {
    name: 'planted',
    description: 'Finds it.',
    version: '1.0.0',
    commands: [command],
    whenInterrupted: 'Stopped.',
    describeFailure: () => undefined,
  }
  const exitCode = await runProgram(program, ['find', ...argv], io)
  return { exitCode, written: written(), talked: talked() }
}

describe('words that begin with a dash', () => {
  it.each(['-draft', '-note', '-version', '-"first'])('are refused with a hint: %s', async (word) => {
    const { exitCode, written, talked } = await find('token', word)
    expect([exitCode, written]).toEqual([2, ''])
    expect(talked).toContain(`There is no flag '${word}'.`)
    expect(talked).toContain('behind two dashes: planted find -- wanted -unwanted')
  })

  it('get the hint too where they look like a long flag, unless a flag is near', async () => {
    expect((await find('token', '--draft')).talked).toMatch(
      /unknown option '--draft'[^]*planted find -- wanted/,
    )
    expect((await find('token', '--limt', '3')).talked).toMatch(/Did you mean --limit(?![^]*--  ?wanted)/)
    expect(JSON.parse((await find('token', '--draft', '--json')).talked).error.message).toContain(
      'planted find --',
    )
  })

  it('are taken behind two dashes, in quotes behind other words, and as values of flags', async () => {
    expect((await find('--', 'token', '-draft')).written).toBe('[["token","-draft"],{}]')
    expect((await find('token -draft')).written).toBe('[["token -draft"],{}]')
    expect((await find('token', '--where', '-draft')).written).toBe('[["token"],{"where":"-draft"}]')
  })

  it('leave short flags alone, with their values beside or behind them', async () => {
    expect((await find('token', '-n', '3')).written).toBe('[["token"],{"limit":3}]')
    expect((await find('token', '-n3')).written).toBe('[["token"],{"limit":3}]')
  })

  it('point to the help of the command where a value is out of range', async () => {
    const { exitCode, talked } = await find('token', '-n', '10')
    expect([exitCode, talked]).toEqual([
      2,
      "planted: option '-n, --limit <number>' argument '10' is invalid. Give a number from 1 to 9.\nRun 'planted find --help' for its flags and an example.\n",
    ])
  })
})
