import type { Command, Flag } from '../command.js'

/** All commands and flags of a program as a page of Markdown, from its command table. */
export function commandReference<Flags>(program: string, commands: readonly Command<Flags>[]): string {
  const opening = `Generated from the command table; \`${program} <command> --help all\` prints the same.`
  return `# Commands\n\n${opening}\n\n${commands.map((command) => section(program, command)).join('\n\n')}\n`
}

function section<Flags>(program: string, command: Command<Flags>): string {
  const { name, words = '', help, example, flags } = command
  const notes = [command.notes ?? [], command.details ?? []].flat().join('\n\n')
  return [
    // As code, since Markdown would hide `<query>` as a tag.
    `## \`${program} ${`${name} ${words}`.trim()}\``,
    '',
    `${help[0]?.toUpperCase()}${help.slice(1)}.`,
    '',
    '```sh',
    example,
    '```',
    ...(notes === '' ? [] : ['', '```text', notes, '```']),
    ...(flags.length === 0 ? [] : ['', '| flag | meaning |', '|---|---|', ...flags.flatMap(rows)]),
  ].join('\n')
}

/** The row of a flag, preceded by the group's name for the first of a group. */
function rows({ syntax, help, choices, group }: Flag, index: number, all: readonly Flag[]): string[] {
  const isFirst = group !== undefined && group !== all[index - 1]?.group
  const heading = isFirst ? [`| **${group.replace(/:$/u, '')}** | |`] : []
  return [
    ...heading,
    `| \`${syntax}\` | ${help.replaceAll('|', '\\|')}${choices ? ` (${choices.join(', ')})` : ''} |`,
  ]
}
