/** An address too long for its line breaks before its @, not anywhere. */
export function EmailText({ email }: { email: string | null }) {
  if (email === null) return null;
  const at = email.lastIndexOf('@');
  if (at <= 0) return email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
