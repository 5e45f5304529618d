import { agentNameOf, differingClientName } from '@ledgerline/contract/submissions/form-names';
import { Box } from '@mantine/core';

/** A form's name for agents, followed by the name for clients where it differs (decisions O11). */
export function FormName({ form }: { form: Parameters<typeof agentNameOf>[0] }) {
  const beside = differingClientName(form);
  return (
    <>
      {agentNameOf(form)}
      {beside !== null && (
        <Box component="span" fw={400} c="dimmed">
          {` · ${beside}`}
        </Box>
      )}
    </>
  );
}
