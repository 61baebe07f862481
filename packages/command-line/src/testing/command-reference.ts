import type { Command, Flag } from '../command.js'

/** Every command and flag of a program as a page of Markdown, made from the table that the program itself is made from. */
export function commandReference<Flags>(program: string, commands: readonly Command<Flags>[]): string {
  const opening = `Made from the command table; \`${program} <command> --help\` prints the same.`
  return `# Commands\n\n${opening}\n\n${commands.map((command) => section(program, command)).join('\n\n')}\n`
}

function section<Flags>(program: string, command: Command<Flags>): string {
  const { name, words, help, example, notes, flags } = command
  return [
    // As code, since Markdown reads `<query>` as a tag and shows nothing of it.
    `## \`${program} ${`${name} ${words}`.trim()}\``,
    '',
    `${help[0]?.toUpperCase()}${help.slice(1)}.`,
    '',
    '```sh',
    example,
    '```',
    ...(notes === undefined ? [] : ['', '```text', notes, '```']),
    ...(flags.length === 0 ? [] : ['', '| flag | meaning |', '|---|---|', ...flags.flatMap(rows)]),
  ].join('\n')
}

/** A flag, and before the first of a group the group's name. */
function rows({ syntax, help, choices, group }: Flag, index: number, all: readonly Flag[]): string[] {
  const isFirst = group !== undefined && group !== all[index - 1]?.group
  const heading = isFirst ? [`| **${group.replace(/:$/u, '')}** | |`] : []
  return [...heading, `| \`${syntax}\` | ${cell(help)}${choices ? ` (${choices.join(', ')})` : ''} |`]
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
