import { printable } from '@recallite/command-line'

/**
 * A text from a corpus as a page may show it: what would steer the page instead of being read (controls, turns of the
 * direction of writing) stands as `\u{…}`, halves of characters as U+FFFD.
 */
export function visibleText(text: string): string {
  return printable(text.toWellFormed(), { keepLines: true })
}
