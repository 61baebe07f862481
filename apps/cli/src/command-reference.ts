import type { Command } from '@recallite/command-line'
import { commands } from './command-table.js'
import type { Flags } from './flags/flags.js'

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function section({ name, words, help, example, flags }: Command<Flags>): string {
  return [
    `## recallite ${`${name} ${words}`.trim()}`,
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

/** Every command and flag as a page of Markdown, made from the table that the program itself is made from. */
export function commandReference(): string {
  return `# Commands\n\nMade from the command table; \`recallite <command> --help\` prints the same.\n\n${commands.map(section).join('\n\n')}\n`
}
