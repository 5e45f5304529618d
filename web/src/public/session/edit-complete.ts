/** Notifies the agent's window that opened this form for editing that editing is complete (1§7, decisions C7). */
export function notifyEditComplete(): void {
  const id = /^#edit=(\d+)$/.exec(window.location.hash)?.[1];
  if (id === undefined || !window.opener) return;
  const message = { type: 'formEditComplete', sessionFormId: Number(id) };
  window.opener.postMessage(message, window.location.origin);
}
