/** Says why an update that takes a username of another account is not sent. */
export function notFreedReason(key: string): string {
  return (
    `The username belongs to the account of ${key} until the update of that account is applied, and it was not applied. ` +
    "Nothing was sent. The next run tries both again."
  );
}
