-- What recurring_total_payments limits has a name of its own; how many are paid is counted from the invoices (decisions O4).
ALTER TABLE "recurring_payments" RENAME COLUMN "payments_made" TO "invoices_made";
