/** A mapping with sensitive fields and a password, and the header of a file for it. */
export const mapping = `
key: Key
user:
  username: Mail
  first_name: First
  last_name: Last
  email: Mail
  date_of_birth: { column: Born, date: dd/MM/yyyy, sensitive: true }
  national_id: { column: National, sensitive: true }
on_create: { password: Secret }
groups:
  authority: ["HR/**"]
  rules:
    - { name: grade, when: { National: "66666666Z" }, groups: ["HR/Departments/IT"] }
`;
export const columns = "Key,First,Last,Mail,Born,National,Secret";
