/** Parameters that choose how a list is displayed, not what it contains. */
const DISPLAY = ['view', 'layout'];

/** Whether a URL selects nothing: neither a view, nor a filter, a search or a page. */
export const isBare = (search: object): boolean =>
  Object.entries(search).every(([key, value]) => value === undefined || DISPLAY.includes(key));
