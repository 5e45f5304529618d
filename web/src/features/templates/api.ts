import type { BodyInput } from '@ledgerline/contract/endpoint';
import { listLibrary, uploadToLibrary } from '@ledgerline/contract/esign/endpoints';
import { getGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import {
  createTemplate,
  deleteTemplateDocument,
  getTemplate,
  listTemplateDocuments,
  listTemplates,
  sortTemplates,
  syncTemplates,
  type Template,
  updateTemplate,
  uploadTemplateDocuments,
} from '@ledgerline/contract/templates/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TEMPLATE_LIST } from '../../domain/forms/use-templates.ts';
import { api } from '../../lib/api.ts';
import { uploadWithProgress } from '../../lib/upload-files.ts';

const TEMPLATES = ['templates'] as const;
const LIBRARY = ['template-library'] as const;
const templateKey = (id: number) => ['template', id] as const;
const documentsKey = (id: number) => [...templateKey(id), 'documents'] as const;

/** With how many submissions each has. */
export function useCountedTemplates() {
  return useQuery({
    queryKey: [...TEMPLATES, 'counted'],
    queryFn: async ({ signal }) => (await api(listTemplates, { query: { counts: 'true' }, signal })).forms,
  });
}

export function useTemplate(id: number) {
  return useQuery({
    queryKey: templateKey(id),
    queryFn: async ({ signal }) => (await api(getTemplate, { params: { id }, signal })).form,
    // The editor starts from what is stored now.
    staleTime: 0,
  });
}

/** Whether the templates' PDFs are kept here, not where an outside provider is. */
export function useHasLibrary(isWanted: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['global-settings'],
    queryFn: async ({ signal }) => (await api(getGlobalSettings, { signal })).data,
    enabled: isWanted,
  });
  return data?.has_template_library ?? true;
}

export function useRefreshTemplates() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: TEMPLATES });
    // How many forms a folder holds.
    await queryClient.invalidateQueries({ queryKey: ['folders'] });
  };
}

export type NewTemplate = BodyInput<typeof createTemplate>;

export function useCreateTemplate() {
  const refresh = useRefreshTemplates();
  return useMutation({
    mutationFn: async (body: NewTemplate) => (await api(createTemplate, { body })).form,
    onSuccess: refresh,
  });
}

export type TemplateChanges = BodyInput<typeof updateTemplate>;

export function useUpdateTemplate(id: number) {
  const queryClient = useQueryClient();
  const refresh = useRefreshTemplates();
  return useMutation({
    mutationFn: async (body: TemplateChanges) => (await api(updateTemplate, { params: { id }, body })).form,
    onSuccess: (template) => {
      queryClient.setQueryData(templateKey(id), template);
      return refresh();
    },
  });
}

export interface FolderOrder {
  folder_id: number | null;
  /** The forms of the folder in their new order. */
  forms: readonly Template[];
}

/** Shows the new order at once and takes it back when it could not be stored. */
export function useSortTemplates() {
  const queryClient = useQueryClient();
  const refresh = useRefreshTemplates();
  return useMutation({
    mutationFn: ({ folder_id, forms }: FolderOrder) =>
      api(sortTemplates, { body: { folder_id, order: forms.map(({ id }) => id) } }),
    onMutate: async ({ forms }) => {
      await queryClient.cancelQueries({ queryKey: TEMPLATE_LIST });
      const before = queryClient.getQueryData<Template[]>(TEMPLATE_LIST);
      const places = new Map(forms.map(({ id }, place) => [id, place + 1]));
      queryClient.setQueryData<Template[]>(TEMPLATE_LIST, (all) =>
        all?.map((one) => ({ ...one, display_order: places.get(one.id) ?? one.display_order })),
      );
      return { before };
    },
    onError: (_error, _order, context) => queryClient.setQueryData(TEMPLATE_LIST, context?.before),
    onSettled: refresh,
  });
}

export function useTemplateDocuments(id: number) {
  return useQuery({
    queryKey: documentsKey(id),
    queryFn: async ({ signal }) => (await api(listTemplateDocuments, { params: { id }, signal })).documents,
  });
}

/** Adds PDFs to a template; also the one that a PDF template is. */
export function useUploadTemplateDocuments() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: {
      id: number;
      files: readonly File[];
      onProgress: (percent: number) => void;
    }) => {
      const form = new FormData();
      for (const file of input.files) form.append('documents[]', file);
      const { files } = await uploadWithProgress(uploadTemplateDocuments, form, {
        params: { id: input.id },
        onProgress: (sent, total) => input.onProgress(total === 0 ? 0 : Math.floor((sent / total) * 100)),
      });
      return files;
    },
    onSuccess: (_, { id }) => queryClient.invalidateQueries({ queryKey: documentsKey(id) }),
  });
}

export function useDeleteTemplateDocument(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (docId: number) => api(deleteTemplateDocument, { params: { id, docId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: documentsKey(id) }),
  });
}

export function useSyncTemplates() {
  const queryClient = useQueryClient();
  const refresh = useRefreshTemplates();
  return useMutation({
    mutationFn: () => api(syncTemplates),
    onSuccess: async () => {
      await refresh();
      await queryClient.invalidateQueries({ queryKey: ['template'] });
    },
  });
}

/** The fillable PDFs that Sync Templates reads. */
export function useLibrary() {
  return useQuery({
    queryKey: LIBRARY,
    queryFn: async ({ signal }) => (await api(listLibrary, { signal })).files,
    staleTime: 0,
  });
}

export function useUploadToLibrary() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: { file: File; onProgress: (percent: number) => void }) => {
      const form = new FormData();
      form.append('file', input.file);
      const reply = await uploadWithProgress(uploadToLibrary, form, {
        onProgress: (sent, total) => input.onProgress(total === 0 ? 0 : Math.floor((sent / total) * 100)),
      });
      return reply.file;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: LIBRARY }),
  });
}
