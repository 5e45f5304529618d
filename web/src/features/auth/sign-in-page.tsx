import { usePageTitle } from '../../lib/page-title.ts';

export function SignInPage() {
  usePageTitle('Agent Portal');
  return <h1>Agent Portal</h1>;
}
