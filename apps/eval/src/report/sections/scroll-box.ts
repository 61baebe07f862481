import { html, type Markup } from '../markup.js'

/** Something wide in a box that scrolls by itself, also with the keyboard, so that the page need not. */
export function scrollBox(label: string, content: Markup): Markup {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}">${content}</div>`
}
