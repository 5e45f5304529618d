/** Sixteen letters and digits of base32, 80 random bits, in four groups. */
const CODE = /^[A-Z2-7]{16}$/;

/** A recovery code as people read it: ABCD-EFGH-IJKL-MNOP. */
export function shownRecoveryCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** A recovery code as entered, in any notation; null for text that cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  return CODE.test(code) ? code : null;
}
