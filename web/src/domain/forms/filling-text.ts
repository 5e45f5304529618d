/** How far the client is with a web form: 'Client is at step 2 of 5'. The stored step can exceed the last one. */
export function fillingText(form: { progress_step: number; total_steps: number }): string {
  const step = Math.min(form.progress_step + 1, form.total_steps);
  return `Client is at step ${step} of ${form.total_steps}`;
}
