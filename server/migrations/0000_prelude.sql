-- What the tables need: trigram search, and an order for people: accents and case aside first, digits as numbers.
create extension if not exists pg_trgm;
--> statement-breakpoint
create collation if not exists ledger_order (provider = icu, locale = 'und-u-kn-true');
