/** Whether a URL selects nothing: neither a view, nor a filter, a search or a page. */
export const isBare = (search: object): boolean =>
  Object.values(search).every((value) => value === undefined);
