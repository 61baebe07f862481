import type { Command } from '../command.js'

/** Every command and flag of a program as a page of Markdown, made from the table that the program itself is made from. */
export function commandReference<Flags>(program: string, commands: readonly Command<Flags>[]): string {
  const opening = `Made from the command table; \`${program} <command> --help\` prints the same.`
  return `# Commands\n\n${opening}\n\n${commands.map((command) => section(program, command)).join('\n\n')}\n`
}

function section<Flags>(program: string, { name, words, help, example, flags }: Command<Flags>): string {
  return [
    `## ${program} ${`${name} ${words}`.trim()}`,
    '',
    `${help[0]?.toUpperCase()}${help.slice(1)}.`,
    '',
    '```sh',
    example,
    '```',
    '',
    '| flag | meaning |',
    '|---|---|',
    ...flags.map(
      (flag) =>
        `| \`${flag.syntax}\` | ${cell(flag.help)}${flag.choices ? ` (${flag.choices.join(', ')})` : ''} |`,
    ),
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
