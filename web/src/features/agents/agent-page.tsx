export function CreateAgentPage() {
  return <h1>Add Agent</h1>;
}

export function EditAgentPage() {
  return <h1>Edit Agent</h1>;
}
