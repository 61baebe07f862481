import { markup, type Markup } from '../markup.js'

/** The part of the page where single queries are browsed; the page's script fills it in. */
export function renderQueryBrowser(hitDepth: number): Markup {
  return markup`<section id="queries">
    <h2>Queries</h2>
    <p class="note">
      A number is the rank of the first relevant document: <span class="rank found">1</span> found, among the
      first ${hitDepth}; <span class="rank missed">12</span> too low; <span class="rank missed">–</span> not
      ranked at all.
    </p>
    <form id="filter" role="search" hidden>
      <label class="field search">Search <input id="filter-search" type="search" autocomplete="off" /></label>
      <label class="field">Suite <select id="filter-suite"></select></label>
      <label class="field">Kind <select id="filter-kind"></select></label>
      <label class="field">Outcome
        <select id="filter-outcome">
          <option value="any">any</option>
          <option value="found">found by</option>
          <option value="missed">missed by</option>
          <option value="disagree">strategies disagree</option>
          <option value="unanswerable">no document answers</option>
        </select></label>
      <label class="field">Strategy <select id="filter-system" disabled></select></label>
    </form>
    <p id="query-count" class="muted" role="status">Queries are listed here if the page may run its script.</p>
    <ol id="query-list" class="queries"></ol>
    <p><button id="query-more" type="button" hidden>Show more</button></p>
  </section>`
}
